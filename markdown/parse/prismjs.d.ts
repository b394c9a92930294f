/** The parts of Prism that highlight.ts uses: it is written in JavaScript and brings no types. */
declare module 'prismjs/components/prism-core.js' {
  export interface Token {
    type: string;
    alias?: string | string[] | null;
    content: TokenStream;
  }
  export type TokenStream = string | Token | (string | Token)[];
  export type Grammar = object;

  /** What the hooks of a language are given, and may change. */
  export interface Environment {
    code: string;
    grammar: Grammar;
    language: string;
    tokens?: TokenStream;
  }

  const prism: {
    languages: Record<string, Grammar | undefined> & {
      insertBefore(language: string, before: string, added: Grammar): void;
    };
    tokenize(code: string, grammar: Grammar): TokenStream;
    hooks: { run(name: 'before-tokenize' | 'after-tokenize', environment: Environment): void };
  };
  export default prism;
}

declare module 'prismjs/components/index.js' {
  /** Loads a language with those it is built on. */
  export default function loadLanguages(names: string[]): void;
}

declare module 'prismjs/components.js' {
  /** `meta` is among them and is no language. */
  const components: { languages: Record<string, { alias?: string | string[] }> };
  export default components;
}
