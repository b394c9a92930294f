import type { NearPage } from '../markdown/document.ts';

/** Why a page cannot be shown: not found, gone, or the server or the network failed. Its message is for visitors. */
export class PageUnavailable extends Error {
  readonly statusCode: number;
  /** Pages that the visitor may have meant. */
  near: NearPage[] = [];

  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PageUnavailable';
    this.statusCode = statusCode;
  }

  /** There is no page at this address, or none any more. */
  get isMissing(): boolean {
    return this.statusCode === 404 || this.statusCode === 410;
  }

  /** 410: there was a page, and it is gone for good. */
  static missing(statusCode: 404 | 410, path: string, near: NearPage[] = []): PageUnavailable {
    const words = statusCode === 410 ? 'This page is gone' : 'Page not found';
    const missing = new PageUnavailable(statusCode, `${words}: ${path}`);
    missing.near = near;
    return missing;
  }
}

/** The page is at another address of this site. */
export class PageMoved extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`The page is at ${to}`);
    this.name = 'PageMoved';
    this.to = to;
  }
}

/** Stands for every address without a page. */
export const anyMissingPath = '/404';
