/** For tests: an SMS provider's HTTP API on loopback. */
import { createServer, type IncomingHttpHeaders } from 'node:http';

interface AskedOfProvider {
  url: string;
  headers: IncomingHttpHeaders;
  form: Record<string, string>;
}

export interface TestSmsProvider {
  /** All requests so far. */
  asked: AskedOfProvider[];
  address: string;
  close(): void;
}

/** Answers are given in turn; the last one repeats. Undefined: no answer at all. */
export async function startTestSmsProvider(
  answers: readonly ({ status: number; body?: unknown } | undefined)[],
): Promise<TestSmsProvider> {
  const asked: AskedOfProvider[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { url = '', headers } = request;
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ url, headers, form: Object.fromEntries(new URLSearchParams(body)) });
    if (answer !== undefined) response.writeHead(answer.status).end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    asked,
    address: `http://127.0.0.1:${port}`,
    close: () => server.close().closeAllConnections(),
  };
}
