import { useSearchParams } from 'react-router';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { ActionSamples } from './ActionSamples.tsx';
import { FieldSamples } from './FieldSamples.tsx';
import { PlaceSamples } from './PlaceSamples.tsx';
import styles from './PartGallery.module.css';
import { IconCreditCard, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Palette } from '../../../ui/layers/Palette.tsx';
import { Sample, Samples } from './Sample.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Countdown } from '../../../ui/text/Countdown.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Logo } from '../../../ui/Logo.tsx';
import { Meter, ProgressBar, SegmentKey, StackedBar } from '../../../ui/text/Meter.tsx';
import { Litres, Money, NoMoney } from '../../../ui/text/Money.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import { NormalStatus, StatusLabel } from '../../../ui/text/StatusLabel.tsx';

/** Every part of the interface in its states. `?width=phone` shows them in a frame as wide as a phone. */
export function PartGallery() {
  const [query, setQuery] = useSearchParams();
  const onPhone = query.get('width') === 'phone';
  return (
    <Stack gap="3">
      <Row>
        <Segmented
          label="Ширина"
          options={[
            { value: 'page', label: 'Вся страница' },
            { value: 'phone', label: 'Телефон, 360 px' },
          ]}
          value={onPhone ? 'phone' : 'page'}
          onChange={(width) => setQuery(width === 'phone' ? { width } : {}, { replace: true })}
        />
      </Row>
      {onPhone ? (
        <iframe className={styles.phone} src="/dev/parts" title="Части интерфейса на телефоне" />
      ) : (
        <Panel>
          <ActionSamples />
          <FieldSamples />
          <FigureSamples />
          <PlaceSamples />
          <PaletteSample />
        </Panel>
      )}
    </Stack>
  );
}

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

/** Sample of the palette: any text but «ничего» finds all entries. */
function PaletteSample() {
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

/** Samples of figures that are read at a glance. */
function FigureSamples() {
  return (
    <>
      <Samples parts="ClampedText">
        <Sample state="Две строки, целиком в подсказке">
          <ClampedText>
            Общество с ограниченной ответственностью «Транспортная компания «Северный путь»
          </ClampedText>
        </Sample>
      </Samples>
      <Samples parts="Money, Litres, NoMoney, DateText, Countdown">
        <Sample state="Главная, в заголовке, в тексте">
          <Money value={834_089.99} size="figure" />
          <Money value={41_000} size="title" />
          <p>
            <Money value={-1_500.5} signed />, <Money value={300} signed />, <NoMoney />,{' '}
            <Litres value={1234.5} />
          </p>
        </Sample>
        <Sample state="Дата, время, месяц">
          <p>
            <DateText value="2026-11-25" />, <DateText value="2026-11-25T11:20:00Z" style="datetime" />,{' '}
            <DateText value="2026-11" style="month" />
          </p>
        </Sample>
        <Sample state="Отсчёт">
          <Countdown secondsLeft={42} />
        </Sample>
      </Samples>
      <Samples parts="Meter, ProgressBar, StackedBar, SegmentKey">
        <Sample state="Почти пусто, полно">
          <Meter value={3000} max={20_000} label="Лимит карты" valueText="осталось 17 000 ₽ из 20 000 ₽" />
          <Meter
            value={17_000}
            max={20_000}
            label="Лимит на исходе"
            valueText="осталось 3 000 ₽ из 20 000 ₽"
          />
          <Meter value={20_000} max={20_000} label="Лимит исчерпан" valueText="осталось 0 ₽ из 20 000 ₽" />
        </Sample>
        <Sample state="Ход: 40 %, неизвестен">
          <ProgressBar label="Загрузка выписки" value={0.4} />
          <ProgressBar label="Собирается архив" />
        </Sample>
        <Sample state="Доли сетей">
          <div>
            <StackedBar
              label="Где средства"
              segments={[
                { key: 'rn', label: 'РН-Карт', value: 41, tone: 'rn' },
                { key: 'gpn', label: 'Газпромнефть', value: 45, tone: 'gpn' },
                { key: 'third', label: 'Татнефть', value: 28, tone: 'third' },
                { key: 'other', label: 'Другие АЗС', value: 14, tone: 'other' },
                { key: 'cards', label: 'На картах', value: 186, tone: 'ink' },
                { key: 'free', label: 'Нераспределённые', value: 834, tone: 'free' },
                { key: 'credit', label: 'Кредит', value: 500, tone: 'credit' },
              ]}
            />
          </div>
          <p>
            <SegmentKey tone="rn" /> РН-Карт
          </p>
        </Sample>
      </Samples>
      <Samples parts="StatusWord">
        <Sample state="Все тона">
          <NormalStatus>Активна</NormalStatus>
          <StatusLabel tone="go">Активна</StatusLabel>
          <StatusLabel tone="stop">Отклонена</StatusLabel>
          <StatusLabel tone="locked">Заблокирована</StatusLabel>
          <StatusLabel tone="wait">В обработке</StatusLabel>
          <StatusLabel tone="neutral">Не настроена</StatusLabel>
        </Sample>
      </Samples>
      <Samples parts="QrCode">
        <Sample state="С подписью">
          <QrCode
            qr={{ size: 3, path: 'M0 0h1v1h-1zM2 0h1v1h-1zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z' }}
            label="QR-код для приложения"
            caption="Наведите камеру в приложении"
          />
        </Sample>
      </Samples>
      <Samples parts="CardFace, Logo">
        <Sample state="Большая, маленькая, недействующая, в строке">
          <CardFace
            tone="gpn"
            title="Газпромнефть"
            lastFour="4821"
            size="large"
            holder="Scania R450 А 925 КР 790"
          />
          <CardFace tone="rn" title="РН-Карт" lastFour="4000" size="small" />
          <CardFace tone="third" title="Татнефть" lastFour="1234" size="small" dimmed />
          <CardFace tone="other" title="Другие АЗС" lastFour="0007" size="chip" />
        </Sample>
        <Sample state="Знак с именем, один знак">
          <Logo />
          <Logo sign />
        </Sample>
      </Samples>
    </>
  );
}
