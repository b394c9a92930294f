/** Shown to a signed-in visitor in place of what is the owner's. `only`: what the owner alone can do. */
export function NotOwner({ email, only }: { email: string | undefined; only: string }) {
  return (
    <div className="notice mt-l" role="status">
      <p>
        <strong>Only the owner of this site can {only}.</strong> You are signed in
        {email && ` as ${email}`}, and this account is not the owner.
      </p>
      <p>
        If the site is yours, open the link that the terminal shows at startup while there is no owner. Or add
        your address to <code>owners</code> in <code>site.config.ts</code>, restart the site, and sign in
        again with a confirmed address.
      </p>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </div>
  );
}
