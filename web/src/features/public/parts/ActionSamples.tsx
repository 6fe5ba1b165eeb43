import { IconDownload, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionMenu } from '../../../ui/layers/ActionMenu.tsx';
import { Popover } from '../../../ui/layers/Popover.tsx';
import { announce } from '../../../ui/layers/Announcer.tsx';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { ConfirmModal, Modal } from '../../../ui/layers/Modal.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { LinkButton, ExternalLink, TextLink } from '../../../ui/text/TextLink.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { SidePanel } from '../../../ui/layers/SidePanel.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import { Sample, Samples } from './Sample.tsx';

const NOTHING = () => {};
const HERE = '/dev/parts';

/** Samples of elements that are clicked, and of what they open. */
export function ActionSamples() {
  const [opened, setOpened] = useState<'plain' | 'confirm' | 'beside' | 'told' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Samples parts="Button, ButtonLink, IconButton">
        <Sample state="Главное, обычное, тихое, опасное">
          <Row>
            <Button variant="primary">Перевести</Button>
            <Button>Отмена</Button>
            <Button variant="quiet">Назад</Button>
            <Button variant="danger">Заблокировать</Button>
          </Row>
        </Sample>
        <Sample state="Маленькая, большая">
          <Row>
            <Button size="small">Распределить</Button>
            <Button size="large" variant="primary">
              Заказать карту
            </Button>
          </Row>
        </Sample>
        <Sample state="Недоступна, с причиной">
          <Button variant="primary" disabled disabledReason="Укажите сумму больше нуля">
            Далее
          </Button>
        </Sample>
        <Sample state="Выполняется">
          <Button variant="primary" pending>
            Сохранить лимит
          </Button>
        </Sample>
        <Sample state="Со значком, ссылкой, во всю ширину">
          <Button icon={<IconDownload aria-hidden="true" stroke={1.75} />}>Скачать XLSX</Button>
          <ButtonLink to={HERE} wide>
            Выставить счёт
          </ButtonLink>
        </Sample>
        <Sample state="Квадратная: обычная, с рамкой, недоступная">
          <Row>
            <IconButton label="Изменить" icon={<IconPencil aria-hidden="true" stroke={1.75} />} />
            <IconButton label="Скачать" icon={<IconDownload aria-hidden="true" stroke={1.75} />} bordered />
            <IconButton
              label="Удалить"
              icon={<IconTrash aria-hidden="true" stroke={1.75} />}
              disabled
              disabledReason="Водитель прикреплён к карте"
            />
          </Row>
        </Sample>
      </Samples>
      <Samples parts="TextLink, OuterLink, LinkButton, AppLink">
        <Sample state="Ссылка, тихая, наружу, кнопка">
          <p>
            <TextLink to={HERE}>Операции</TextLink>,{' '}
            <TextLink to={HERE} quiet>
              Выписка по счёту
            </TextLink>
            , <ExternalLink href={HERE}>Договор</ExternalLink>,{' '}
            <LinkButton>Прочитать текст согласия</LinkButton>, <AppLink to={HERE}>без оформления</AppLink>
          </p>
        </Sample>
      </Samples>
      <Samples parts="ActionMenu, Popover">
        <Sample state="С недоступным и опасным действием">
          <ActionMenu
            label="Действия с картой •• 4821"
            actions={[
              { key: 'limit', label: 'Услуги и лимиты', to: HERE },
              {
                key: 'pay',
                label: 'Перевести на карту',
                onSelect: NOTHING,
                disabledReason: 'Идут технические работы',
              },
              { key: 'block', label: 'Заблокировать', onSelect: NOTHING, danger: true },
            ]}
          />
          <Popover label="Что в нём" icon={<IconInfoCircle aria-hidden="true" stroke={1.75} />}>
            {(close) => (
              <Row gap="1">
                <span>Немного слов.</span>
                <Button size="small" onClick={close}>
                  Понятно
                </Button>
              </Row>
            )}
          </Popover>
        </Sample>
      </Samples>
      <Samples parts="Modal, DialogFoot, ConfirmModal, SidePanel, InfoModal, showToast, announce">
        <Sample state="Открыть">
          <Row>
            <Button onClick={() => setOpened('plain')}>Окно</Button>
            <Button onClick={() => setOpened('confirm')}>Вопрос</Button>
            <Button onClick={() => setOpened('beside')}>Панель сбоку</Button>
            <Button onClick={() => setOpened('told')}>Уже решено</Button>
          </Row>
        </Sample>
        <Sample state="Сообщить">
          <Row>
            <Button onClick={() => showToast({ tone: 'go', title: 'Средства распределены' })}>Удача</Button>
            <Button
              onClick={() =>
                showToast({
                  tone: 'stop',
                  title: 'Карта •• 4821: лимит не сохранён',
                  message: 'Сеть отказала',
                })
              }
            >
              Отказ
            </Button>
            <Button onClick={() => announce('Список обновлён')}>Вслух</Button>
          </Row>
        </Sample>
      </Samples>
      <Modal opened={opened === 'plain'} onClose={close} title="Кто может заказывать карты">
        <p>Администратор и менеджер компании. Специалист видит карты и операции.</p>
        <DialogFoot>
          <Button onClick={close}>Понятно</Button>
        </DialogFoot>
      </Modal>
      <ConfirmModal
        opened={opened === 'confirm'}
        onClose={close}
        title="Заблокировать карту •• 4821?"
        confirmLabel="Заблокировать"
        onConfirm={close}
        pending={false}
        error="Сеть не ответила. Попробуйте ещё раз"
        danger
      >
        <p>Карта перестанет работать на АЗС в течение минуты.</p>
      </ConfirmModal>
      {opened === 'beside' && (
        <SidePanel
          title="Операция № 6113"
          subject={1}
          onClose={close}
          steps={{ previous: null, next: NOTHING }}
        >
          <p>Список остаётся виден рядом. Стрелки открывают соседние строки.</p>
        </SidePanel>
      )}
      {opened === 'told' && (
        <InfoModal title="Документ уже подтверждён" onClose={close}>
          <p>Его подтвердил коллега сегодня в 14:20.</p>
        </InfoModal>
      )}
    </>
  );
}
