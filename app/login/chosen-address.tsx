/** The address of the step before, changeable; hidden as a field for password managers, which file by user name. */
export function ChosenAddress({ address, onChange }: { address: string; onChange(): void }) {
  return (
    <p className="chosen-address">
      <input type="hidden" name="username" autoComplete="username" value={address} readOnly />
      <span>{address}</span>
      <button type="button" className="text-button" onClick={onChange}>
        Change
      </button>
    </p>
  );
}
