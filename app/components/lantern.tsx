/** The site's sign: a lantern on a cord from the top edge of the page, and the light it throws. */
export function Lantern() {
  return (
    <>
      <span className="lamp-light" />
      <svg className="lantern" viewBox="0 0 24 80" aria-hidden="true">
        <path d="M12 0v52M8.5 56h7l3 4.5h-13zM6.7 60.5l1.7 13.5h7.2l1.7-13.5M7.5 74h9v2.5h-9z" />
        <path
          className="flame"
          d="M12 61.8c1.9 2.5 2.9 4.2 2.9 5.9a2.9 2.9 0 0 1-5.8 0c0-1.7 1-3.4 2.9-5.9z"
        />
        <path d="M10.5 56v-2a1.5 1.5 0 0 1 3 0v2" />
      </svg>
    </>
  );
}
