export async function drawCharts() {}
