import { Outlet } from '@tanstack/react-router';
import { SignIn } from '../../pages/entrance/sign-in.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { credentials } from '../../api/client.ts';
import { EnrolPage } from './enrol-page.tsx';
import { SessionProvider, useSelf } from './session.tsx';

/** Shows the page to operators who are signed in. Others sign in at the same address, and then see the page. */
export function Gate() {
  const self = useSelf();
  if (self.data?.secondFactorMissing === true) {
    credentials.csrfToken = self.data.csrfToken;
    return <EnrolPage />;
  }
  if (self.data) {
    return (
      <SessionProvider self={self.data}>
        <Outlet />
      </SessionProvider>
    );
  }
  if (self.data === null) return <SignIn />;
  if (self.isError) {
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <Failure error={self.error} onRetry={() => void self.refetch()} />
      </main>
    );
  }
  return (
    <main className="mx-auto mt-24 w-full max-w-sm">
      <Loading rows={3} />
    </main>
  );
}
