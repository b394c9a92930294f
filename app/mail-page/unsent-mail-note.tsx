/** Says where to find a message that was not sent because no server is set up. */
export function UnsentMailNote() {
  if (!('keepsMail' in document.documentElement.dataset)) return null;
  return (
    <p className="notice">
      This site does not send emails or text messages yet. They are kept in its{' '}
      <a href="/_mail" target="_blank" rel="noreferrer">
        mailbox
      </a>
      . The link to it is in the terminal where the site was started.
    </p>
  );
}
