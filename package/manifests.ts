/** What npm knows of each package, made from this repository's own package.json. */

export interface Manifest {
  version: string;
  license: string;
  description: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

/** Node starts its own Node, the newer one among the packages. */
const engines = { node: '>=20.11' };
const ownCommand = 'node porchlight.js ';

export function describeProgram(manifest: Manifest): object {
  const { version, description, license, dependencies, devDependencies, optionalDependencies, overrides } =
    manifest;
  const { pagefind } = devDependencies;
  return {
    name: 'porchlight',
    version,
    description,
    license,
    type: 'module',
    bin: { porchlight: 'porchlight.js' },
    exports: {
      '.': { types: './app/site-config.d.ts', default: './app/site-config.js' },
      './testing': {
        types: './backend/testing/start-backend.d.ts',
        default: './testing.js',
      },
      './package.json': './package.json',
    },
    engines,
    // Overrides count in the folder of a site only: as dependencies they are what the others get, too. `export` needs Pagefind.
    dependencies: { ...dependencies, ...overrides, ...(pagefind && { pagefind }) },
    optionalDependencies,
  };
}

export function describeCreatePackage({ version, license }: Manifest): object {
  return {
    name: 'create-porchlight',
    version,
    description: 'npm create porchlight my-site: makes the folder of a website with sign-in.',
    license,
    type: 'module',
    bin: { 'create-porchlight': 'create-porchlight.js' },
    engines,
  };
}

/** Its name is that of the folder. */
export function describeSite({ version, scripts, allowScripts }: Manifest): object {
  const own = Object.entries(scripts).filter(([, script]) => script.startsWith(ownCommand));
  return {
    name: 'site',
    private: true,
    type: 'module',
    scripts: Object.fromEntries(
      own.map(([name, script]) => [name, script.replace(ownCommand, 'porchlight ')]),
    ),
    dependencies: { porchlight: `^${version}` },
    allowScripts,
  };
}
