/** The baseline: a WebSocket server on `ws` that sends every message to all sockets and does nothing else. */
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

const server = createServer();
const sockets = new Set<WebSocket>();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (data: Buffer, isBinary) => {
    for (const one of sockets) one.send(data, { binary: isBinary });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit());
