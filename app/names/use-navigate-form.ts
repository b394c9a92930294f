import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';

/** Submits a GET form by the router, as a link would be followed. Without a script the browser submits it. */
export function useNavigateForm() {
  const navigate = useNavigate();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    const { pathname, hash } = new URL(form.action);
    void navigate({ pathname, search: `?${new URLSearchParams(fields)}`, hash });
  };
}
