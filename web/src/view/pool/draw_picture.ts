/** A picture on a canvas, as PNG: an SVG in an image would need an address that the page's policy refuses. */
import { HATCH, type Picture, type Shape } from '../../model/picture.ts';

const SCALE = 2;

export async function drawPicture({ width, height, shapes }: Picture): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(SCALE, SCALE);
  for (const shape of shapes) draw(context, shape);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

function draw(context: CanvasRenderingContext2D, shape: Shape): void {
  const { x, y } = shape;
  if (shape.kind === 'text') {
    context.font = `${shape.bold ? '600 ' : ''}${shape.size}px ${shape.mono ? 'monospace' : 'sans-serif'}`;
    context.textAlign = shape.end ? 'end' : 'start';
    context.fillStyle = shape.fill;
    context.fillText(shape.text, x, y);
  } else if (shape.kind === 'hatch') {
    context.save();
    context.beginPath();
    context.rect(x, y, shape.width, shape.height);
    context.clip();
    context.strokeStyle = HATCH;
    context.lineWidth = 1.5;
    for (let at = -shape.height; at < shape.width; at += 8) {
      context.beginPath();
      context.moveTo(x + at, y + shape.height);
      context.lineTo(x + at + shape.height, y);
      context.stroke();
    }
    context.restore();
  } else {
    context.beginPath();
    context.roundRect(x, y, shape.width, shape.height, 3);
    context.fillStyle = shape.fill;
    context.fill();
    if (shape.stroke === 'none') return;
    context.setLineDash(shape.dashed ? [4, 3] : []);
    context.strokeStyle = shape.stroke;
    context.lineWidth = shape.line;
    context.stroke();
  }
}
