/** A text, and the claim that the key of an address signed it. */
export interface SignedText {
  message: string;
  signature: string;
  address: string;
  domain: string;
}
