/** The steps of signing in. Each step is a component; LoginFlow decides their order. */
export type Step =
  | { name: 'start' }
  | { name: 'password'; email: string }
  | { name: 'sign-up'; email: string }
  | { name: 'code'; message: SentCode }
  | { name: 'new-password' }
  | { name: 'factor' };

/** A code that was sent in a message. */
export type SentCode =
  | { kind: 'sign-in' | 'confirmation' | 'recovery'; email: string }
  | { kind: 'text'; phone: string };

export type GoTo = (step: Step) => void;
