/** A notice for a visitor who is already signed in. CSS shows it: the page's HTML is the same for every visitor. */
export function SignedInNotice() {
  return (
    <p className="notice mt-l when-signed-in">
      You are signed in in this browser. <a href="/account">Go to your account</a>, or sign in as somebody
      else, which signs you out here first.
    </p>
  );
}
