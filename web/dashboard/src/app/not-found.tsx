import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';

export function NotFound() {
  return (
    <Empty
      isPage
      Icon={Compass}
      title="There is no such page"
      action={
        <Link to="/" className={buttonClasses()}>
          Go to the overview
        </Link>
      }
    >
      The address may be mistyped, or the page no longer exists.
    </Empty>
  );
}
