/** What the functions in this folder use of Deno, for the type check of this repository: Deno itself knows all of it. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response | Promise<Response>): void;
};

declare module 'npm:uqr@*' {
  export { renderSVG } from 'uqr';
}
