import {BaseShape} from "../js/shape.js";
import * as m from './bench/measure.js'; import { kindPairs, pairs } from './bench/scenes.js';
import { getCore, f64 } from '../js/module.js'; import {writePose} from '../js/pose.js'; import {runQuery} from '../js/query.js'; import {runGrowth} from '../js/growth.js';
const items = kindPairs(3).flatMap((kinds, i) => pairs({ ...kinds, count: 4, seed: 2000 + i }));
const s=m.prepare(items); const core=getCore(); const {block,count}=s; const R=100;
const K={name:'g',call:'growth_distance',methods:['auto']};
const one=()=>{ for(let k=0;k<R;k++) for(let i=0;i<count;i++) core.growth_distance(3,block.shapes+8*i,2,block.poses+112*i,block.pairs,1,0,0,block.results); return R*count;};
const P=core.alloc(256)/8;
const poses=()=>{ for(let k=0;k<R;k++) for(let i=0;i<2*count;i+=2) {writePose(s.poses[i],3,P,'a');writePose(s.poses[i+1],3,P+7,'b');} return R*count;};
const rq=()=>{ for(let k=0;k<R;k++) for(let i=0;i<2*count;i+=2) runQuery(K,BaseShape.slotOf(s.shapes[i]),s.poses[i],BaseShape.slotOf(s.shapes[i+1]),s.poses[i+1],undefined,0); return R*count;};
const o={out:{}}; const rg=()=>{ for(let k=0;k<R;k++) for(let i=0;i<2*count;i+=2) runGrowth(BaseShape.slotOf(s.shapes[i]),s.poses[i],BaseShape.slotOf(s.shapes[i+1]),s.poses[i+1],o,0); return R*count;};
const noop=()=>{let t=0; for(let k=0;k<R*count;k++) t+=core.abi_version(); return R*count;};
const batch=m.coldModule(s,R);

let k1=0; const oneWarm=()=>{ for(let r=0;r<R;r++,k1++) for(let i=0;i<count;i++) { f64.set(s.frames[i][k1&7], block.poses/8+7*(2*i+1)); core.growth_distance(3,block.shapes+8*i,2,block.poses+112*i,block.pairs,1,0,block.warm+208*i,block.results);} return R*count;};
const wmod=m.warmModule(s,R), wjs=m.warmJs(s,R); console.log(m.interleave({oneWarm,wmod,wjs},31));
console.log(m.interleave({batch,one,poses,rq,rg,noop,js:m.coldJs(s,R)},15));
