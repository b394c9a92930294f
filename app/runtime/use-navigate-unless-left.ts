import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';

/** Navigates from the current page. A user who has followed a link while an answer was pending stays on the page of that link. */
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
