/**
 * The baseline: a node:http server that sends one answer from memory and does nothing else.
 * `node bench/bare-server.ts <file>`, where the file holds the headers as a flat JSON list and, beside it, `<file>.body` the body.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const file = process.argv[2];
if (!file) throw new Error('Name the file that holds the headers.');
const headers = JSON.parse(readFileSync(file, 'utf8')) as string[];
const body = readFileSync(`${file}.body`);

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit());
