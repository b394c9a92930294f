/** A page that expired or was taken away: the address is right, and there is nothing behind it any more. */
export function GoneScreen() {
  return (
    <div className="frame axis">
      <div className="error-screen">
        <p className="label">No longer here</p>
        <h1 className="title">This page is gone</h1>
        <p className="text-lg text-soft">
          The address is right. What was here was meant for a time that is over, or its author took it away.
        </p>
        <a className="button mt-s" href="/">
          Go to home page
        </a>
      </div>
    </div>
  );
}
