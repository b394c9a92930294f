import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';

export interface Page {
  number: number;
  size: number;
  offset: number;
}

const defaultSize = 50;
const maxSize = 10_000;

/** The page that a query asks for. An empty value means the default: supabase-js sends one when the caller names no page. */
export function parsePage(query: URLSearchParams): Page {
  const number = parseCount(query, 'page') || 1;
  const size = Math.min(parseCount(query, 'per_page') || defaultSize, maxSize);
  return { number, size, offset: (number - 1) * size };
}

function parseCount(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  // Nine digits are enough for any page number and stay within every limit of the database.
  if (/^\d{0,9}$/.test(text)) return Number(text);
  const message = `Bad Pagination Parameters: ${name} must be a whole number of at most nine digits`;
  throw ServiceError.validationFailed(message);
}

/**
 * Links to the next and the last page, as relative URLs. supabase-js reads the number after the first equals sign, so `page`
 * comes first.
 */
export function pageHeaders(request: AuthRequest, page: Page, total: number): Record<string, string> {
  const last = Math.ceil(total / page.size);
  const link = (number: number, name: string) => {
    const query = new URLSearchParams({ page: String(number) });
    for (const [key, value] of request.query) if (key !== 'page') query.append(key, value);
    return `<${request.path}?${query}>; rel="${name}"`;
  };
  const links = [...(last > page.number ? [link(page.number + 1, 'next')] : []), link(last, 'last')];
  return { Link: links.join(', '), 'X-Total-Count': String(total) };
}
