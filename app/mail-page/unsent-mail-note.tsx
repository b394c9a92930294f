/** Says where to find a message that was not sent because no server is set up. */
export function UnsentMailNote() {
  if (!('keepsMail' in document.documentElement.dataset)) return null;
  return (
    <p className="notice">
      This site does not send mails or text messages yet: they are kept in its{' '}
      <a href="/_mail" target="_blank" rel="noreferrer">
        mail box
      </a>
      . The link that opens it is in the terminal where the site was started.
    </p>
  );
}
