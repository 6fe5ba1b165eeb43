import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Card } from '../../cards/describe-card.ts';
import { StatusModal } from '../../features/card-status/StatusModal.tsx';
import { CommandPalette, type Offered } from '../../features/search/CommandPalette.tsx';
import { usePaletteKeys } from '../../features/search/use-palette-keys.ts';
import type { NavGroup } from '../../layouts/NavEntry.tsx';
import { paths } from '../../paths.ts';
import type { MenuAction } from '../../ui/ActionMenu.tsx';
import { besidePlaces } from './beside-places.tsx';

type Props = {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  groups: readonly NavGroup[];
  personActions: readonly MenuAction[];
};

/** The search over every page of the cabinet: it offers the places of the sidebar and the person's own actions too. */
export function CabinetSearch({ opened, onOpen, onClose, groups, personActions }: Props) {
  const navigate = useNavigate();
  const [changed, setChanged] = useState<Card | null>(null);
  const went = useRef(false);
  usePaletteKeys(onOpen);

  // A user who has gone to another page continues there, not where the search was opened.
  useEffect(() => {
    if (opened || !went.current) return;
    went.current = false;
    const page = document.getElementById('content');
    if (page && !page.contains(document.activeElement)) page.focus();
  }, [opened]);

  return (
    <>
      {opened && (
        <CommandPalette
          places={placesOffered(groups)}
          own={personActions.map(ownAction)}
          onGo={(to) => {
            went.current = true;
            void navigate(to);
          }}
          onChangeStatus={setChanged}
          onClose={onClose}
        />
      )}
      <StatusModal card={changed} onClose={() => setChanged(null)} />
    </>
  );
}

function placesOffered(groups: readonly NavGroup[]): Offered[] {
  return [...groups.flatMap(({ items }) => items), ...besidePlaces()].map(({ to, title, icon }) => ({
    entry: { key: `place:${to}`, kind: 'place', title, icon, to },
    words: PLACE_KEYWORDS[to] ?? '',
  }));
}

function ownAction({ key, label, icon, to, onSelect }: MenuAction): Offered {
  const does = to === undefined ? { run: onSelect } : { to };
  return {
    entry: { key, kind: 'action', title: label, icon, ...does },
    words: OWN_ACTION_KEYWORDS[key] ?? '',
  };
}

/** Other names of the places. */
const PLACE_KEYWORDS: Readonly<Record<string, string>> = {
  [paths.cabinet]: 'мои главная баланс',
  [paths.cardTransactions()]: 'транзакции заправки',
  [paths.map]: 'карта азс заправки станции маршрут',
  [paths.distribute]: 'распределить деньги по сетям',
  [paths.statement]: 'акт сверки движения',
  [paths.transactions]: 'сводный отчёт расход топлива',
  [paths.documents]: 'упд закрывающие',
  [paths.permissions]: 'сотрудники права роли',
  [paths.fuelPlans]: 'рейс поездка дорога где заправиться план маршрут',
  [paths.signals]: 'сигналы подозрительные заправки потери слив воровство',
  [paths.exceptions]: 'исключения разрешить заправку',
  [paths.manyRules]: 'массово несколько карт набор правил профиль шаблон группы',
};

const OWN_ACTION_KEYWORDS: Readonly<Record<string, string>> = {
  colours: 'тема тёмная светлая',
  consent: 'согласие',
  'sign-out': 'выход из кабинета',
};
