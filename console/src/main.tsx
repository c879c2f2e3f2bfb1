import '@mantine/core/styles.css';
import './app/console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { begin, beginByLinks } from './app/begin';
import { router } from './app/router';
import { loadTexts } from './shared/text/text';

await loadTexts();
void begin();
beginByLinks();
// Its code comes while the store looks the session up.
void router.preloadRoute({ to: router.latestLocation.pathname });
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
