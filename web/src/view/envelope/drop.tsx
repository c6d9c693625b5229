/** The whole page takes files; nothing that is dropped makes the browser leave. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { view } from '../place.ts';
import { importFiles } from '../pool/import_file.ts';
import { filesOf, takeFiles } from './intake.ts';

export function DropAnywhere() {
  const over = useSignal(false);

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onDragOver = (event: DragEvent) => {
      event.preventDefault();
      over.value = carriesFiles(event);
      if (event.dataTransfer) event.dataTransfer.dropEffect = over.value ? 'copy' : 'none';
    };
    const onDragLeave = (event: DragEvent) => {
      // Only leaving the window counts, not passing from one element to another.
      if (event.relatedTarget === null) over.value = false;
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      over.value = false;
      const dropped = filesOf(event.dataTransfer);
      if (!dropped) return;
      const intoPool = (event.target as Element | null)?.closest?.('[data-drop=import]');
      if (intoPool && dropped.files.length > 0) void importFiles(dropped.files);
      else void takeFiles(dropped.files, dropped.folders);
    };
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('dragenter', onDragOver, { signal });
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => stop.abort();
  }, [over]);

  if (!over.value) return null;
  return (
    <div class="drop-frame" aria-hidden="true">
      <p>Drop to open</p>
      {view.value === 'pool' && (
        <p class="drop-import" data-drop="import">
          Drop here to import into the pool
        </p>
      )}
    </div>
  );
}
