import type { Offered } from '../features/cabinet/search/find-entries.ts';
import { listPages, type Place } from '../layouts/find-place.ts';
import type { MenuAction } from '../ui/layers/ActionMenu.tsx';

/** Returns every page of the menu for the search, under its title and its other names. */
export function offerPlaces(places: readonly Place[]): Offered[] {
  return places.flatMap(({ title: place, icon, tabs }) =>
    tabs.flatMap((tab) =>
      listPages(tab).map(({ to, title, keywords = '' }): Offered => ({
        entry: {
          key: `place:${to}`,
          kind: 'place',
          title,
          icon,
          to,
          ...(title !== place && { note: place }),
        },
        keywords: `${tab.title} ${place} ${keywords}`,
      })),
    ),
  );
}

/** Returns an action of the user on their own session for the search. */
export function offerMenuAction({ key, label, icon, to, onSelect }: MenuAction): Offered {
  const does = to === undefined ? { run: onSelect } : { to };
  return {
    entry: { key, kind: 'action', title: label, icon, ...does },
    keywords: OWN_ACTION_KEYWORDS[key] ?? '',
  };
}

const OWN_ACTION_KEYWORDS: Readonly<Record<string, string>> = {
  colours: 'тема тёмная светлая',
  consent: 'согласие персональные данные',
  notices: 'настроить уведомления',
  'sign-out': 'выход из кабинета',
};
