import { AREAS } from './module-order.ts';

/**
 * Refuses citations of documents that a reader cannot open. Migrations are never edited, docs/specification.md explains
 * theirs.
 */
export function checkCitations(file: string, text: string): string[] {
  if (
    /^api\/src\/db\/migrations\/|^scripts\/checks\/check-(structure|texts)|^docs\/specification\.md$/.test(
      file,
    )
  )
    return [];
  const cited = /\b(api|domain|product|look|stack|house|spec|speed-and-safety)\.md\b/.exec(text)?.[0];
  return cited
    ? [`${cited} is not in the repository: cite the law, a public document or a page of docs/.`]
    : [];
}

/** ARCHITECTURE.md draws each area once, with its modules in the order of `module-order.ts`; comments follow the modules. */
export function checkDrawing(file: string, text: string): string[] {
  if (file !== 'ARCHITECTURE.md') return [];
  const areas = Object.entries(AREAS);
  const drawing = text.split('## The tree of the back end')[1]?.split('```')[1] ?? '';
  return areas.flatMap(([area, modules]) => {
    const [, drawn = '', ...again] = drawing.split(new RegExp(`^${area}(?= )`, 'm'));
    const words = (drawn.split(/\n(?=\S)/)[0] ?? '').match(/[a-z-]+/g) ?? [];
    const isDrawn = again.length === 0 && words.slice(0, modules.length).join() === modules.join();
    return isDrawn
      ? []
      : [`The tree draws "${area}" once, with ${modules.join(', ')} (scripts/checks/module-order.ts).`];
  });
}
