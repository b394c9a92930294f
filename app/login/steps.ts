/** Where somebody is on the way in. Each step is a component of its own; LoginPage says which comes after which. */
export type Step =
  | { name: 'start' }
  | { name: 'password'; email: string }
  | { name: 'sign-up'; email: string }
  | { name: 'code'; message: SentCode }
  | { name: 'new-password' }
  | { name: 'factor' };

/** A message with a code in it that is on its way. */
export type SentCode =
  | { kind: 'sign-in' | 'confirmation' | 'recovery'; email: string }
  | { kind: 'text'; phone: string };

export type GoTo = (step: Step) => void;
