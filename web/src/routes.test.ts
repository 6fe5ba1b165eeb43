import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { routes } from './routes.tsx';

test('§2.19 the server knows exactly the pages that the application has', () => {
  expect(listPaths(routes).toSorted()).toEqual([...PAGES, '*'].toSorted());
});

/** The address of each route that is a page of its own, not only a frame around others. */
function listPaths(list: readonly RouteObject[], above = ''): string[] {
  return list.flatMap(({ path = above, children }) => (children ? listPaths(children, path) : [path]));
}
