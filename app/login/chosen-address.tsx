/** The address of the step before, changeable; and once more as a field that only password managers see, which file by user name. */
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
