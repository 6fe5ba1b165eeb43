import type { ReactNode } from 'react';
import type { NavItem } from './NavEntry.tsx';

/** One page of a place. */
export interface Tab {
  /** Normal form of the page's address, as `toAddress` makes it. */
  to: string;
  title: string;
  /** Its name below a tab that says the rest. */
  short?: string;
  /** Number of waiting items. Zero is not shown. */
  waiting?: number | undefined;
  /** Pages that share this tab. The first one has the tab's own address. */
  parts?: readonly Tab[];
  /** Other names, by which the search finds the page. */
  keywords?: string;
}

/** An entry of the menu with its pages. It leads to the first of them. */
export interface Place {
  title: string;
  /** Title where a fifth of a phone's width is all the room. */
  short?: string;
  icon: ReactNode;
  tabs: readonly Tab[];
  /** Detail pages that belong to this place: they show no tabs. Matched against path and query. */
  details?: RegExp;
  /** Number of waiting items. Zero is not shown. */
  waiting?: number | undefined;
}

type PageLocation = { pathname: string; search: string; hash: string };

/** Values of `?part=` that stand for a page of their own. */
const PARTS = ['rules', 'many', 'wialon'];
/** Fragments that stand for a page of their own. */
const FRAGMENTS = ['#cards'];

/** Returns the part of a location that names one page, without filters. */
function toAddress({ pathname, search, hash }: PageLocation): string {
  const part = new URLSearchParams(search).get('part');
  return (
    (pathname.replace(/\/$/, '') || '/') +
    (part !== null && PARTS.includes(part) ? `?part=${part}` : '') +
    (FRAGMENTS.includes(hash) ? hash : '')
  );
}

/** Place and tab of a location. */
export interface CurrentPlace {
  /** Null for pages outside the menu, such as a user's own settings. */
  place: Place | null;
  /** Null on a detail page. */
  tab: Tab | null;
  /** Address of the page itself. */
  address: string;
  isDetail: boolean;
}

/** Finds the place and the tab of a location. */
export function findCurrentPlace(places: readonly Place[], location: PageLocation): CurrentPlace {
  const address = toAddress(location);
  const whole = location.pathname.replace(/\/$/, '') + location.search;
  const above = places.find(({ details }) => details?.test(whole));
  if (above) return { place: above, tab: null, address, isDetail: true };
  for (const place of places) {
    const tab = place.tabs.find((item) => listPages(item).some(({ to }) => to === address));
    if (tab) return { place, tab, address, isDetail: false };
  }
  return { place: null, tab: null, address, isDetail: false };
}

/** Returns the pages of a tab: its parts, or the tab itself. */
export function listPages(tab: Tab): readonly Tab[] {
  return tab.parts ?? [tab];
}

/** Returns the entry of the menu for a place. */
export function toNavItem(place: Place, here: CurrentPlace): NavItem {
  return {
    to: place.tabs[0]?.to ?? '/',
    title: place.title,
    icon: place.icon,
    current: place === here.place,
    waiting: place.waiting,
  };
}

export interface ShownTabs {
  /** Names the row of tabs for screen readers. */
  label: string;
  places: readonly (Pick<Tab, 'to' | 'title' | 'waiting'> & { current: boolean })[];
}

/** Returns the row of tabs, and below it the parts of the current tab. A single page has no row. */
export function listTabs({ place, tab, address }: CurrentPlace): ShownTabs[] {
  if (!place || !tab) return [];
  const rows = [
    {
      label: place.title,
      places: place.tabs.map(({ to, title, waiting }) => ({ to, title, waiting, current: to === tab.to })),
    },
    {
      label: tab.title,
      places: listPages(tab).map(({ to, title, short, waiting }) => ({
        to,
        title: short ?? title,
        waiting,
        current: to === address,
      })),
    },
  ];
  return rows.filter(({ places }) => places.length > 1);
}
