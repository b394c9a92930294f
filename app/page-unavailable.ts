/** Why a page cannot be shown: not found, or the server or the network failed. Its message is for visitors. */
export class PageUnavailable extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PageUnavailable';
    this.statusCode = statusCode;
  }

  static notFound(path: string): PageUnavailable {
    return new PageUnavailable(404, `Page not found: ${path}`);
  }
}
