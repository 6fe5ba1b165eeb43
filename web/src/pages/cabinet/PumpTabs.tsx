import { useLocation } from 'react-router';
import { PlaceTabs } from '../../layouts/PlaceTabs.tsx';
import { paths } from '../../paths.ts';

/** «Отказы» and what drivers ask for after them. */
export function DeclineTabs() {
  return <Tabs label="Отказы и просьбы" places={DECLINES} />;
}

/** Tabs of the trucks, the plans of their trips, and the suspicious fillings. */
export function FleetTabs() {
  return <Tabs label="Автопарк" places={FLEET} />;
}

/** Tabs of what cards may buy, and of the same rules for many cards. */
export function RuleTabs() {
  return <Tabs label="Правила" places={RULES} />;
}

const RULES = [
  { to: paths.rules, title: 'Все карты и группы' },
  { to: paths.manyRules, title: 'Дать правила многим' },
];
const DECLINES = [
  { to: paths.declines, title: 'Отказы' },
  { to: paths.exceptions, title: 'Просьбы водителей' },
];
const FLEET = [
  { to: paths.fleet, title: 'Машины' },
  { to: paths.fuelPlans, title: 'Планы заправок' },
  { to: paths.signals, title: 'Что не так' },
  { to: paths.signalRules, title: 'Правила проверки' },
  { to: paths.telematics, title: 'Wialon' },
];

type Place = { to: string; title: string };

/** Parts of a page that have a tab of their own. */
const PARTS = ['rules', 'many', 'wialon'];

function Tabs({ label, places }: { label: string; places: readonly Place[] }) {
  const { pathname, search } = useLocation();
  const part = new URLSearchParams(search).get('part');
  const here = pathname.replace(/\/$/, '') + (part !== null && PARTS.includes(part) ? `?part=${part}` : '');
  return (
    <PlaceTabs label={label} places={places.map((place) => ({ ...place, current: place.to === here }))} />
  );
}
