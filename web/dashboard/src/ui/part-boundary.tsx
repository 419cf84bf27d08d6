import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Names the part in the message: `Timeline`. */
  name: string;
  children?: ReactNode;
}

/**
 * Keeps a fault to the part of the page in which it happens. The rest of the page, its buttons and the navigation keep
 * working, so an operator can still judge or erase a record that one part cannot display.
 */
export class PartBoundary extends Component<PartBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <p role="alert" className="rounded-xl border border-line bg-surface px-5 py-4 text-soft">
        {this.props.name} cannot be displayed. The rest of this page works, and the record is unchanged.
      </p>
    );
  }
}
