import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';

/** A form that asks for a page, followed by the router as a link would be. Without a script the browser sends it. */
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
