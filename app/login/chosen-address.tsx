/** The address of the previous step, with a link to change it; and again as a hidden field for password managers, which store by user name. */
export function ChosenAddress({ address, onChange }: { address: string; onChange(): void }) {
  return (
    <p className="chosen-address">
      <input
        className="unseen"
        name="username"
        autoComplete="username"
        value={address}
        tabIndex={-1}
        aria-hidden="true"
        readOnly
      />
      <span>{address}</span>
      <button type="button" className="text-button" onClick={onChange}>
        Change
      </button>
    </p>
  );
}
