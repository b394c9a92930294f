import { FaultNotice } from '../components/fault-notice.tsx';
import { type OwnerLink, useNeedsOwner } from './use-owner-link.ts';

/** For a visitor with the link of the terminal: whose account becomes the owner's. */
export function OwnerOffer({ link, onClaim }: { link: OwnerLink; onClaim(): void }) {
  return (
    <>
      {link.isOpen && (
        <section className="notice owner-offer" aria-label="Become the owner">
          <p>
            <strong>This link makes you the owner of this site.</strong>
          </p>
          <p className="when-signed-out">
            Sign in or create an account: that account becomes the owner’s. It works once.
          </p>
          <button type="button" className="button when-signed-in" onClick={onClaim}>
            Make my account the owner’s
          </button>
        </section>
      )}
      <FaultNotice fault={link.fault} />
    </>
  );
}

/** For the person at the machine of a site without an owner. No other visitor is told. */
export function NoOwnerNotice() {
  return useNeedsOwner() ? (
    <p className="notice">
      This site has no owner yet. If it is yours, open the link that the terminal shows where the site was
      started. You see this on this computer only.
    </p>
  ) : null;
}
