/** An SMTP server that accepts and discards every mail, as a process of its own. To any message it answers how many mails it has accepted. */
import { SMTPServer } from 'smtp-server';

let accepted = 0;
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  onData(stream, _session, done) {
    stream.resume();
    stream.once('end', () => {
      accepted += 1;
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('message', () => process.send?.(accepted));
