import '@fontsource-variable/inter/wght.css';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { loadPagesWhenIdle } from './app/load-pages-when-idle.ts';
import { router } from './router.tsx';
import { ConfirmProvider } from './ui/dialogs/confirm.tsx';
import { ToastProvider } from './ui/toast.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);

const stop = router.subscribe('onRendered', () => {
  stop();
  void loadPagesWhenIdle(router);
});
