import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { watchMissingParts } from './lib/missing-part.ts';
import { installTrustedTypes } from './server/trusted-types.ts';
import { protectFromTranslators } from './lib/protect-from-translators.ts';
import { followLastAnswers } from './state/last-answers.ts';
import { queryClient } from './state/use-call.ts';
import { routes } from './routes.tsx';
import './ui/theme/styles.ts';
import { applyColourScheme } from './ui/theme/colour-scheme.ts';
import { ToastHost } from './ui/layers/Toast.tsx';
import { TooltipHost } from './ui/layers/TooltipHost.tsx';

installTrustedTypes();
protectFromTranslators();
watchMissingParts();
applyColourScheme();
followLastAnswers(queryClient);
const router = createBrowserRouter(routes);
whenLoaded(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
        <TooltipHost />
      </QueryClientProvider>
    </StrictMode>,
  );
});

/** The first page's code has come. Until then what the page drew itself stays (first-figures.ts). */
function whenLoaded(draw: () => void): void {
  if (router.state.initialized) return draw();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    draw();
  });
}
