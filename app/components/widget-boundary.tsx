import { Component, type ReactNode } from 'react';
import { useWords } from '../current-site.ts';

/** An error boundary around a widget: the rest of the page keeps working. */
export class WidgetBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <FailedNotice />;
  }
}

function FailedNotice() {
  return <p className="notice">{useWords().couldNotShowPart}</p>;
}
