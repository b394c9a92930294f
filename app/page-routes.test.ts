import { expect, it } from 'vitest';
import site from '../site.config.ts';
import { listPageRoutes, pageRoutes } from './page-routes.ts';

const find = (routes: typeof pageRoutes, name: string) => routes.find((route) => route.name === name)?.path;

it('the login page and the callback page have the paths of site.config.ts', () => {
  const routes = listPageRoutes({ signIn: { login: '/door', callback: '/door/back' } });
  expect([find(routes, 'login'), find(routes, 'confirm')]).toEqual(['/door', '/door/back']);
  expect(routes.map(({ path }) => path)).not.toContain('/login');
  expect(routes.map(({ path }) => path)).not.toContain('/confirm');
  expect([find(pageRoutes, 'login'), find(pageRoutes, 'confirm')]).toEqual([
    site.signIn.login,
    site.signIn.callback,
  ]);
});
