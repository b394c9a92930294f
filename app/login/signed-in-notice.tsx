/** For somebody who comes here signed in. By CSS alone: this page's HTML is the same for everybody. */
export function SignedInNotice() {
  return (
    <p className="notice mt-l when-signed-in">
      You are signed in in this browser. <a href="/account">Go to your account</a>, or sign in as somebody
      else, which signs you out here first.
    </p>
  );
}
