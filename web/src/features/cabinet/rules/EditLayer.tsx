import { readGroupRules, readProfileRules } from '#contract/fleet/rules.ts';
import { useRead } from '../../../state/use-call.ts';
import { LayerEditor, type EditedLayer } from './LayerEditor.tsx';

/** Reads the rules of a layer, and opens them for changes. */
export function EditLayer({ item, onClose }: { item: EditedLayer; onClose: () => void }) {
  const { groupId } = item;
  const profile = useRead(readProfileRules, {}, { enabled: groupId === null });
  const group = useRead(readGroupRules, { params: { id: groupId ?? 0 } }, { enabled: groupId !== null });
  const read = groupId === null ? profile : group;
  if (!read.data) return null;
  return <LayerEditor {...item} rules={read.data.data.rules} onClose={onClose} />;
}
