import { IconCreditCard, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Palette } from '../../ui/Palette.tsx';
import { Sample, Samples } from './Sample.tsx';

const GROUPS = [
  {
    title: 'Карты',
    entries: [
      {
        key: 'card:1',
        title: 'Scania R450',
        note: '•• 4821',
        aside: '12 345,50 ₽',
        icon: <IconCreditCard />,
      },
      {
        key: 'card:2',
        title: 'Тягач Scania R450 с полуприцепом Krone, база Ростов-на-Дону, дальние рейсы',
        note: '•• 4000',
        icon: <IconCreditCard />,
      },
    ],
  },
  {
    title: 'Документы',
    entries: [{ key: 'document:1', title: 'УПД № 417 за октябрь 2026 года', icon: <IconFileText /> }],
  },
];

/** The field over the page and what it finds: anything but «ничего» finds all there is. */
export function PaletteSample() {
  const [text, setText] = useState<string | null>(null);
  const close = () => setText(null);
  return (
    <Samples parts="Palette">
      <Sample state="Найдено; «ничего» не находит ничего, «ищу» ещё не знает">
        <Button onClick={() => setText('')}>Поиск</Button>
        {text !== null && (
          <Palette
            label="Поиск"
            placeholder="Карта или документ"
            text={text}
            onText={setText}
            groups={text === 'ничего' ? [] : GROUPS}
            unsure={text === 'ищу'}
            nothing="Ничего не нашли"
            onChoose={close}
            onClose={close}
          />
        )}
      </Sample>
    </Samples>
  );
}
