import { useState } from 'react';
import { storeText } from '../lib/store-text.ts';
import { useMedia } from '../lib/use-media.ts';

const KEY = 'magistral.sidebar';

type Choice = 'rail' | 'words';

/** Returns whether the sidebar is a rail: as the user has chosen in this browser, otherwise by the available room. */
export function useSidebarChoice(): { isRail: boolean; toggle: () => void } {
  const isWide = useMedia('(min-width: 1200px)');
  const [choice, setChoice] = useState(readStored);
  const isRail = choice === null ? !isWide : choice === 'rail';
  function toggle() {
    const next: Choice = isRail ? 'words' : 'rail';
    storeText('localStorage', KEY, next);
    setChoice(next);
  }
  return { isRail, toggle };
}

function readStored(): Choice | null {
  try {
    const text = localStorage.getItem(KEY);
    return text === 'rail' || text === 'words' ? text : null;
  } catch {
    return null;
  }
}
