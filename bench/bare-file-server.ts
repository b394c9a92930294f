/**
 * The baseline for sending a file: a node:http server that pipes one and does nothing else.
 * `node bench/bare-file-server.ts <file>`
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const file = process.argv[2];
if (!file) throw new Error('Name the file to send.');
const length = statSync(file).size;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': length });
  createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit());
