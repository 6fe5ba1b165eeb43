import { useSearchParams } from 'react-router';
import { Panel } from '../../ui/Panel.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ActionSamples } from './ActionSamples.tsx';
import { FieldSamples } from './FieldSamples.tsx';
import { FigureSamples } from './FigureSamples.tsx';
import { PaletteSample } from './PaletteSample.tsx';
import { PlaceSamples } from './PlaceSamples.tsx';
import styles from './PartGallery.module.css';

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
