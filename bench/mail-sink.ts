/** An SMTP server that takes every mail and keeps none, as a process of its own. Asked with any message, it tells how many it has taken. */
import { SMTPServer } from 'smtp-server';

let taken = 0;
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  onData(stream, _session, done) {
    stream.resume();
    stream.once('end', () => {
      taken += 1;
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('message', () => process.send?.(taken));
