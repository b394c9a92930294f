import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/** Leads on from the page that is open. Whoever has followed a link while an answer was slow stays where they wanted to be. */
export function useNavigateUnlessLeft(): (to: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const leaves = next !== undefined && next.pathname !== pathname;
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = leaves;
    return () => {
      hasLeft.current = true;
    };
  }, [leaves]);
  return useCallback(
    async (to) => {
      if (!hasLeft.current) await navigate(to, { replace: true });
    },
    [navigate],
  );
}
